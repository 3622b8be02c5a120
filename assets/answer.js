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
const verdictOn = (question, answer) => answer && isRight(question, answer) ? 'Correct.'
  : `${answer ? 'Not correct. ' : ''}Answer: ${question.answer}.`;
/* What a digit answers alone: a choice, counted from 1, or one of few banks. */
function digitAnswer(question, digit) {
  if (question.form === 'choice')
    return question.choices[digit - 1] === undefined ? null : [digit - 1];
  return question.digits && digit < question.digits ? [digit] : null;
}
