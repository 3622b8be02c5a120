/* Reads a typed answer as src/ask/question.c does: its numbers, or null; judges
 * it, and words the verdict. */
function readAnswer(question, typed) {
  const numbers = (typed.match(/(?<![\d-])-(?=\d)\d+|\d+/g) || []).map(Number);
  if (question.form === 'range' && numbers.length === 1) numbers.push(numbers[0]);
  if (question.form === 'threads')
    return numbers.length ? [...new Set(numbers)].sort((a, b) => a - b) : null;
  return numbers.length === (question.form === 'range' ? 2 : 1) ? numbers : null;
}
const isRight = ({right}, answer) =>
  right.length === answer.length && right.every((x, i) => x === answer[i]);
function answerText(question, answer) {
  if (question.form === 'choice') return question.choices[answer[0]];
  if (question.form === 'range') return `x${answer[0]}..x${answer[1]}`;
  if (question.form === 'threads')
    return answer.map(x => 'T' + x).join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const [before, one, more] = question.unit;
  return before + answer[0] + (answer[0] === 1 ? one : more);
}
function verdictOn(question, answer) {
  if (answer && isRight(question, answer)) return 'Correct.';
  if (!answer || question.form === 'choice')
    return `${answer ? 'Not correct. ' : ''}Answer: ${question.answer}.`;
  return `${answerText(question, answer)} ${answer.length > 1 && question.form === 'threads' ?
    'are' : 'is'} not correct: the answer is ${question.answer}.`;
}
