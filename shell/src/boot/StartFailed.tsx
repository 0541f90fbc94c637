import type { Fault } from '@sitedeck/contract';
import { Button, FaultNotice, useText } from '@sitedeck/ui/core';
import { bootTexts } from './boot-texts';

/** The console could not load its host; without one it can show nothing else. */
export function StartFailed({ fault, retry }: { readonly fault: Fault; readonly retry: () => void }) {
  const text = useText(bootTexts);
  return (
    <main className="sd-start-failed">
      <FaultNotice
        what={text('startFailed')}
        fault={fault}
        actions={
          <Button type="primary" onClick={retry}>
            {text('retry')}
          </Button>
        }
      />
    </main>
  );
}
