import type { Domain } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { State } from '../frame/State';
import { listTexts } from './list-texts';
import { useFiling } from './use-filing';

interface Props {
  readonly domain: Domain;
  /** Names that are looked up together, this one among them. */
  readonly together: readonly string[];
}

/** The filing of a domain with the Chinese authorities. */
export function FilingCell({ domain, together }: Props) {
  const text = useText(listTexts);
  const filing = useFiling(domain, together);
  switch (filing.is) {
    case 'filed':
      return <State tone="ok" words={filing.number} />;
    case 'none':
      return <State tone="none" words={text('icp.none')} />;
    case 'loading':
      return <span className="sd-hint">{text('icp.loading')}</span>;
    case 'unknown':
      return <span className="sd-hint">{text('icp.unknown')}</span>;
  }
}
