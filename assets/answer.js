/* What is typed as the answer to a question, as src/ask/question.c reads it: its
 * numbers, or null; whether it is right; and what is said then. */
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
  const [before, one, more] = question.unit.split('|');
  return before + answer[0] + (answer[0] === 1 ? one : more);
}
function verdictOn(question, answer) {
  if (!answer) return `The answer: ${question.answer}.`;
  return isRight(question, answer) ? `Right: ${question.answer}.`
    : `Not ${answerText(question, answer)}: ${question.answer}.`;
}
