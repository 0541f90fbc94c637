/** The message about a disabled function, of PHP 8 and of PHP 7. */
const CALLS = [
  /Call to undefined function (?:[\w\\]*\\)?(\w+)\(\)/,
  /(\w+)\(\) has been disabled for security reasons/,
];

/** Disabled functions that scripts called, found in the lines of an error log. */
export function disabledCalls(lines: readonly string[], disabled: readonly string[]): readonly string[] {
  const called = new Set(
    lines.flatMap((line) => CALLS.flatMap((call) => call.exec(line)?.[1]?.toLowerCase() ?? [])),
  );
  return disabled.filter((name) => called.has(name));
}
