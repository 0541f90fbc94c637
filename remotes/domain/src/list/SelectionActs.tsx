import type { Domain } from '@sitedeck/contract';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { listTexts } from './list-texts';
import type { DomainDialogs } from '../frame/domain-dialogs';
import type { useDomainActs } from './use-domain-acts';

interface Props {
  readonly chosen: readonly Domain[];
  readonly all: readonly Domain[];
  readonly acts: ReturnType<typeof useDomainActs>;
  readonly dialogs: DomainDialogs;
  /** Clears the selection. */
  readonly done: () => void;
}

/** Actions on the selected domains. */
export function SelectionActs({ chosen, all, acts, dialogs, done }: Props) {
  const text = useText(listTexts);
  const blocked = useBlocked();
  const canForce = chosen.some(({ certificate }) => certificate.served !== null);
  const unbind = async () => {
    if (await acts.unbind(chosen)) done();
  };
  return (
    <>
      <LockedTip reason={blocked(text('act.unbind'))}>
        <Button size="small" danger onClick={() => void unbind()}>
          {text('act.unbind')}
        </Button>
      </LockedTip>
      <Button size="small" onClick={() => dialogs.apply(all, chosen)}>
        {text('act.apply')}
      </Button>
      <LockedTip reason={blocked(text('act.force')) ?? (canForce ? undefined : text('force.none'))}>
        <Button size="small" onClick={() => void acts.force(chosen)}>
          {text('act.force')}
        </Button>
      </LockedTip>
    </>
  );
}
