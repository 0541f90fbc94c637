import type { Domain } from '@sitedeck/contract';
import { Tag, useText } from '@sitedeck/ui/core';
import { listTexts } from './list-texts';

interface Props {
  readonly domain: Domain;
  /** Name of the primary domain; undefined: the host has none. */
  readonly primary: string | undefined;
  readonly onOpen: () => void;
}

/** The domain, its tags and its remark. The name opens the drawer. */
export function NameCell({ domain, primary, onOpen }: Props) {
  const text = useText(listTexts);
  const { shown, isPrimary, isWildcard, remark } = domain;
  return (
    <span className="dm-name">
      <button type="button" className="sd-link-button" onClick={onOpen}>
        {shown}
      </button>
      {isPrimary && <Tag tone="primary">{text('tag.primary')}</Tag>}
      {isWildcard && <Tag tone="neutral">{text('tag.wildcard')}</Tag>}
      <RedirectTag domain={domain} primary={primary} />
      {remark !== '' && <span className="sd-hint sd-small dm-wrap">{remark}</span>}
    </span>
  );
}

const hostOf = (target: string): string => target.replace(/^[a-z]+:\/\//i, '').replace(/[/:?#].*$/, '');

function RedirectTag({ domain: { redirectsTo }, primary }: Omit<Props, 'onOpen'>) {
  const text = useText(listTexts);
  if (redirectsTo === null) return null;
  const target = hostOf(redirectsTo);
  return <Tag tone="neutral">{target === primary ? text('tag.toPrimary') : text('tag.to', { target })}</Tag>;
}
