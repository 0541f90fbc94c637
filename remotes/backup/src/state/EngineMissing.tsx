import type { RemoteContext } from '@sitedeck/sdk';
import { EmptyState, useText } from '@sitedeck/ui/core';
import { stateTexts } from './state-texts';

interface Props {
  readonly ctx: RemoteContext;
  /** Name of the distribution's package. */
  readonly name: string;
}

/** Says that backups are impossible on this node; administrators read which package to install. */
export function EngineMissing({ ctx, name }: Props) {
  const text = useText(stateTexts);
  return (
    <section className="bk-card sd-card">
      <EmptyState
        text={text('missing')}
        action={
          ctx.permissions.role === 'ADMINISTRATOR' ? (
            <code className="sd-mono">apt-get install {name}</code>
          ) : undefined
        }
      />
    </section>
  );
}
