import ExperimentOutlined from '@ant-design/icons/ExperimentOutlined';
import { resetOverride, type BootRemote } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { useContext } from 'react';
import { RemotesContext } from '../routing/console-context';
import { layoutTexts } from './layout-texts';

/** Above every page while this session loads a remote from another origin. */
export function OverrideBar() {
  const remote = useContext(RemotesContext).find(({ override }) => override === true);
  return remote ? <Bar remote={remote} /> : null;
}

function Bar({ remote: { name, version, base } }: { readonly remote: BootRemote }) {
  const text = useText(layoutTexts);
  async function reset(): Promise<void> {
    await call(resetOverride, {}).then(
      () => location.reload(),
      // The shell announces a refusal.
      () => undefined,
    );
  }
  return (
    <InlineAlert
      kind="warning"
      icon={<ExperimentOutlined aria-hidden />}
      actions={
        <button type="button" className="sd-link-button" onClick={() => void reset()}>
          {text('override.reset', { name })}
        </button>
      }
    >
      {text('override', { name, version, origin: new URL(base, location.href).origin })}
    </InlineAlert>
  );
}
