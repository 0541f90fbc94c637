import { useLock, useTaskChanges, type RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider, PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { useContext } from 'react';
import { cdnApi, refetchCdn, type CdnReply } from '../cdn/cdn.api';
import { cdnStyle } from '../cdn/cdn-style';
import { cdnTexts } from '../cdn/cdn-texts';
import { CdnActs } from '../cdn/CdnActs';
import { CdnDomains } from '../cdn/CdnDomains';
import { RulesCard } from '../cdn/rules/RulesCard';
import { StatsBlock } from '../cdn/stats/StatsBlock';
import { useStats } from '../cdn/stats/use-stats';
import { TopUrls } from '../cdn/stats/TopUrls';
import { FRESH } from '../domain.api';

const PREFETCH = ['CDN_PREFETCH'] as const;

/** The page of the edge cache (网站加速 CDN): statistics, domains and cache rules. */
export function CdnPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(cdnTexts);
  const lock = useLock();
  const state = pageStateOf(cdnApi.useReadCdnQuery({}, FRESH));
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  // A prefetch uses up the daily limit and fills the cache.
  useTaskChanges(PREFETCH, refetchCdn);
  return (
    <>
      <style nonce={nonce}>{cdnStyle}</style>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={state.is === 'ready' && <CdnActs data={state.data} />}
      />
      <PageContent state={state} failed={text('page.failed')} forbidden={text('page.forbidden')} rows={8}>
        {(data) => <Cards data={data} ctx={ctx} />}
      </PageContent>
    </>
  );
}

function Cards({ data, ctx }: { readonly data: CdnReply; readonly ctx: RemoteContext }) {
  const stats = useStats(data.domains.some(({ isOn }) => isOn));
  const shown = stats.state.is === 'ready' ? stats.state.data : undefined;
  return (
    <div className="dm-body">
      <StatsBlock data={data} stats={stats} nav={ctx.nav} />
      <div className="dc-pair">
        <CdnDomains data={data} stats={shown} nav={ctx.nav} />
        <RulesCard data={data} stats={shown} />
      </div>
      {shown && shown.topUrls.length > 0 && <TopUrls urls={shown.topUrls} />}
    </div>
  );
}
