import type { RemoteNav } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { BIND_PAGE, domainsToTurnOn } from '../can-switch';
import type { CdnReply } from '../cdn.api';
import { useSwitchCdn } from '../use-cdn-changes';
import { statsTexts } from './stats-texts';

interface Props {
  readonly data: CdnReply;
  readonly nav: RemoteNav;
}

/** Shown before there are statistics: turns on CDN, or leads to the page where the requirements for it can be met. */
export function TurnOnCdn({ data: { domains, version }, nav }: Props) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const { isSaving, change } = useSwitchCdn(version);
  const ready = domainsToTurnOn(domains);
  const count = { n: format.number(ready.length), count: ready.length };
  if (domains.length === 0)
    return (
      <Button type="primary" onClick={() => nav.go(`${BIND_PAGE}?act=bind`)}>
        {text('empty.bind')}
      </Button>
    );
  if (ready.length === 0) return <Button onClick={() => nav.go(BIND_PAGE)}>{text('empty.dns')}</Button>;
  const label = text('empty.on', count);
  const names = ready.map(({ name }) => name);
  return (
    <LockedTip reason={blocked(label)}>
      <Button
        type="primary"
        loading={isSaving}
        onClick={() => void change(names, true, text('empty.done', count))}
      >
        {label}
      </Button>
    </LockedTip>
  );
}
