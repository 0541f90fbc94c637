const WORDS =
  'function return const page title menu footer widget option value array string include request'.split(' ');

/** Text with the size and compressibility of a site's files: 1 to 15 kB, packs to about a third. */
export function textOf(number: number): string {
  let seed = number + 1;
  let text = '';
  for (const length = 1000 + ((number * 7919) % 14_000); text.length < length;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[seed % WORDS.length]}${seed % 1000} ${seed % 7 === 0 ? '\n' : ''}`;
  }
  return text;
}
