import { BulbOutlined } from '@ant-design/icons';
import type { RemoteContext } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { disabledCalls } from './disabled-calls';
import { errorInfoTexts } from './error-info-texts';

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
    <div className="he-note" role="note">
      <BulbOutlined aria-hidden />
      <div>
        {text('disabled', { names: names.map((name) => `${name}()`).join(text('disabled.and')) })}{' '}
        <button type="button" className="sd-link-button" onClick={() => ctx.nav.go('/hostEnvSet/php')}>
          {text('disabled.open')}
        </button>
      </div>
    </div>
  );
}
