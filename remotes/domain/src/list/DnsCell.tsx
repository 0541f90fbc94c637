import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { LinkButton } from '../frame/LinkButton';
import { State } from '../frame/State';
import { foreignAddress } from './domain-state';
import { listTexts } from './list-texts';

interface Props {
  readonly domain: Domain;
  readonly isChecking: boolean;
  /** Opens the drawer, which shows the expected records. */
  readonly onOpen: () => void;
  /** Checks DNS now. */
  readonly onCheck: () => void;
}

/** Where the domain points. */
export function DnsCell({ domain, isChecking, onOpen, onCheck }: Props) {
  const text = useText(listTexts);
  const { dns, shown } = domain;
  if (isChecking && (dns === null || dns.state === 'unknown'))
    return <State tone="busy" words={text('dns.checking')} />;
  switch (dns?.state) {
    case 'here':
      if (dns.aaaaElsewhere) return <State tone="warning" words={text('dns.aaaaElsewhere')} />;
      if (dns.caaForbids) return <State tone="warning" words={text('dns.caaForbids')} />;
      return <State tone="ok" words={text('dns.here')} />;
    case 'elsewhere':
      return <State tone="warning" words={text('dns.elsewhere', { address: foreignAddress(domain) })} />;
    case 'nowhere':
      return (
        <State tone="none" words={text('dns.nowhere')}>
          <LinkButton words={text('dns.how')} label={text('dns.how.of', { name: shown })} onClick={onOpen} />
        </State>
      );
    case 'unknown':
    case undefined:
      return (
        <State tone="none" words={text(dns === null ? 'dns.unchecked' : 'dns.unknown')}>
          <LinkButton
            words={text('dns.check')}
            label={text('dns.check.of', { name: shown })}
            onClick={onCheck}
          />
        </State>
      );
  }
}
