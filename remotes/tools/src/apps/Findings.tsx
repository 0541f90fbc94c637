import type { AppFinding } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, sharedTexts, Skeleton, useText } from '@sitedeck/ui/core';
import { appsApi } from '../apps.api';
import { appTexts } from './app-texts';
import { CheckList } from './CheckList';

/** What a request to the app's pages and a try of its folders have found just now. */
export function Findings({ id }: { readonly id: number }) {
  const text = useText(appTexts);
  const shared = useText(sharedTexts);
  const wordsOf = useFindingWords();
  const { currentData, error, isFetching, refetch } = appsApi.useExamineAppQuery(
    { body: { id } },
    { refetchOnMountOrArgChange: true },
  );
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      {shared('act.retry')}
    </Button>
  );
  if (error !== undefined && !isFetching)
    return <FaultNotice what={text('examine.failed')} fault={toFault(error)} actions={again} />;
  if (!currentData || isFetching)
    return (
      <div role="status" aria-label={text('examine.running')}>
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      </div>
    );
  const { checks } = currentData;
  const rows = checks.map((finding) => ({
    key: `${finding.check} ${finding.path}`,
    is: finding.is === 'ok' ? ('good' as const) : ('bad' as const),
    text: wordsOf(finding),
  }));
  return (
    <div className="ap-findings">
      <CheckList rows={rows} label={text('examine.results')} />
      {rows.some(({ is }) => is === 'bad') && <div>{again}</div>}
    </div>
  );
}

function useFindingWords(): (finding: AppFinding) => string {
  const text = useText(appTexts);
  return ({ check, path, is, detail }) => {
    const answer = detail ?? text('examine.silent');
    return text(`examine.${check}.${is}`, { path, answer });
  };
}
