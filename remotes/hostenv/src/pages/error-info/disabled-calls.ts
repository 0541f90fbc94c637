/** As PHP 8 writes of a function that is disabled, then as PHP 7 did. */
const CALLS = [
  /Call to undefined function (?:[\w\\]*\\)?(\w+)\(\)/,
  /(\w+)\(\) has been disabled for security reasons/,
];

/** Functions that scripts called in vain, by the lines of an error log, since the settings of the host disable them. */
export function disabledCalls(lines: readonly string[], disabled: readonly string[]): readonly string[] {
  const called = new Set(
    lines.flatMap((line) => CALLS.flatMap((call) => call.exec(line)?.[1]?.toLowerCase() ?? [])),
  );
  return disabled.filter((name) => called.has(name));
}
