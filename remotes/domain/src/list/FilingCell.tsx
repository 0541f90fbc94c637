import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { State } from '../frame/State';
import { listTexts } from './list-texts';
import type { Filings } from './use-filings';

/** The filing of a domain with the Chinese authorities. */
export function FilingCell({ domain, filings }: { readonly domain: Domain; readonly filings: Filings }) {
  const text = useText(listTexts);
  const filing = filings.of(domain);
  switch (filing.is) {
    case 'filed':
      return <State tone="ok" words={filing.number} />;
    case 'none':
      return <State tone="none" words={text('icp.none')} />;
    case 'not-needed':
      return <State tone="none" words={text('icp.notNeeded')} />;
    case 'loading':
      return <span className="sd-hint">{text('icp.loading')}</span>;
    case 'unknown':
      return <span className="sd-hint">{text('icp.unknown')}</span>;
  }
}
