import { useLock } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { MoveHistory } from './MoveHistory';
import { moveTexts } from './move-texts';
import { NewMove } from './NewMove';
import { RunningMove } from './RunningMove';

/** The website move page (网站搬家): a new move with its check, the running one, and the earlier ones. */
export function SiteMovePage() {
  const text = useText(moveTexts);
  const lock = useLock();
  return (
    <>
      <PageHeader title={text('title')} purpose={text('purpose')} locked={lock.is === 'locked'} />
      <div className="tl-body">
        <RunningMove />
        <NewMove />
        <MoveHistory />
      </div>
    </>
  );
}
