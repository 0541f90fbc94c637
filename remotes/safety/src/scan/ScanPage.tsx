import { useLock, useTaskChanges, type RemoteContext } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { FRESH, refetchScan, scanApi } from '../scan.api';
import { EngineNotice } from './EngineNotice';
import { FindingTabs } from './FindingTabs';
import { isKnown, type ScanStatus } from './scan-status';
import { SCAN_KINDS } from './scan-kinds';
import { ScanActions } from './ScanActions';
import { scanTexts } from './scan-texts';
import { SummaryCard } from './SummaryCard';
import { useAddress } from './use-address';

/** The page of the web-shell scan (木马查杀): what the last scan found, and what to do with it. */
export function ScanPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(scanTexts);
  const lock = useLock();
  const query = scanApi.useReadScanQuery({}, FRESH);
  useTaskChanges(SCAN_KINDS, refetchScan);
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={query.data && <ScanActions status={query.data} />}
      />
      <PageContent
        state={pageStateOf(query)}
        failed={text('page.failed')}
        forbidden={text('page.forbidden')}
        rows={8}
      >
        {(status) => <Body ctx={ctx} status={status} />}
      </PageContent>
    </>
  );
}

interface BodyProps {
  readonly ctx: RemoteContext;
  readonly status: ScanStatus;
}

function Body({ ctx, status }: BodyProps) {
  const address = useAddress(ctx.nav);
  return (
    <div className="sf-body">
      <EngineNotice engine={status.engine} />
      <SummaryCard status={status} address={address} />
      {isKnown(status) && <FindingTabs ctx={ctx} status={status} address={address} />}
    </div>
  );
}
