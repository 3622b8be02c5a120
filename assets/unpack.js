/* Long text is packed, after a line with its length: ` and ~ are signs, with a
 * length and how far back that much text stands. */
function unpacked(text) {
  const head = /^\n\|(\d+)\n/.exec(text);
  if (!head) return text;
  const units = new Uint16Array(+head[1]), values = [];
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .forEach((digit, i) => { values[digit.charCodeAt(0)] = i; });
  let at = head[0].length, end = 0;
  const digit = () => values[text.charCodeAt(at++)];
  while (end < units.length) {
    const unit = text.charCodeAt(at++), sign = unit === 96 ? 2 : unit === 126 ? 3 : 0;
    let length = sign ? digit() : 0, back = 0;
    if (length) length = length < 63 ? length + 4 : digit() * 64 + digit();
    if (!length) units[end++] = unit;
    else {
      for (let i = 0; i < sign; ++i) back = back * 64 + digit();
      for (; length; --length, ++end) units[end] = units[end - back];
    }
  }
  let all = '\n';
  for (let i = 0; i < end; i += 8192) all += String.fromCharCode(...units.subarray(i, i + 8192));
  return all;
}
