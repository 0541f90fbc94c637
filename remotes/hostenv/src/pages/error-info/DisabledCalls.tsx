import type { RemoteContext } from '@sitedeck/sdk';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { errorInfoTexts } from './error-info-texts';

/** PHP's message about a disabled function, in PHP 8 and PHP 7. */
const CALLS = [
  /Call to undefined function (?:[\w\\]*\\)?(\w+)\(\)/,
  /(\w+)\(\) has been disabled for security reasons/,
];

/** The disabled functions that scripts called, found in lines of an error log. */
export function disabledCalls(lines: readonly string[], disabled: readonly string[]): readonly string[] {
  const called = new Set(
    lines.flatMap((line) => CALLS.flatMap((call) => call.exec(line)?.[1]?.toLowerCase() ?? [])),
  );
  return disabled.filter((name) => called.has(name));
}

interface Props {
  readonly ctx: RemoteContext;
  readonly lines: readonly string[];
  /** Functions that the host disables. */
  readonly disabled: readonly string[];
}

/** Names the disabled functions behind errors in the log, and links to the page that enables them. */
export function DisabledCalls({ ctx, lines, disabled }: Props) {
  const text = useText(errorInfoTexts);
  const names = disabledCalls(lines, disabled);
  if (names.length === 0) return null;
  return (
    <InlineAlert kind="sigh">
      {text('disabled', { names: names.map((name) => `${name}()`).join(text('disabled.and')) })}{' '}
      <button type="button" className="sd-link-button" onClick={() => ctx.nav.go('/hostEnvSet/php')}>
        {text('disabled.open')}
      </button>
    </InlineAlert>
  );
}
