import type { Domain } from '@sitedeck/contract';
import { type RemoteContext, type RemoteNav, useLock } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { useEffect, useRef } from 'react';
import { CertificateList } from '../certificates/CertificateList';
import { domainApi, FRESH, type DomainsReply } from '../domain.api';
import { frameTexts } from '../frame/frame-texts';
import { useRefetchAfterRequests } from '../frame/request-tasks';
import { DomainList } from '../list/DomainList';
import { HeadActs } from '../list/HeadActs';
import { useDomainDialogs, type DomainDialogs } from '../frame/domain-dialogs';

/** The page of domains and certificates (域名绑定). */
export function BindDomainPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(frameTexts);
  const lock = useLock();
  const query = domainApi.useListDomainsQuery({}, FRESH);
  const state = pageStateOf(query);
  useRefetchAfterRequests();
  useRequestedAct(ctx.nav, query.data);
  return (
    <>
      <PageHeader
        title={text('title')}
        purpose={text('purpose')}
        locked={lock.is === 'locked'}
        actions={state.is === 'ready' && <HeadActs bound={state.data.domains} />}
      />
      <PageContent state={state} failed={text('page.failed')} forbidden={text('page.forbidden')} rows={8}>
        {(data) => (
          <div className="dm-body">
            <DomainList data={data} refetch={() => void query.refetch()} />
            <CertificateList domains={data.domains} />
          </div>
        )}
      </PageContent>
    </>
  );
}

const ACT = 'act';
const DOMAIN = 'domain';

/** Domains that point here and have no certificate yet. */
const readyForCertificate = (domains: readonly Domain[]): readonly Domain[] =>
  domains.filter(
    ({ dns, certificate }) =>
      dns?.state === 'here' && certificate.served === null && certificate.taskId === null,
  );

/** Opens the dialog that the URL names by `?act=bind`, `apply` or `upload`, or the domain that it names by `?domain=`. */
function openFrom(asked: URLSearchParams, bound: readonly Domain[], dialogs: DomainDialogs): void {
  const act = asked.get(ACT);
  const name = asked.get(DOMAIN);
  const domain = bound.find((one) => one.name === name || one.shown === name);
  if (act === 'bind' || (act === 'apply' && bound.length === 0)) dialogs.bind();
  else if (act === 'apply') dialogs.apply(bound, domain ? [domain] : readyForCertificate(bound));
  else if (act === 'upload') dialogs.upload();
  else if (domain) dialogs.manage(domain);
}

/**
 * Opens the dialog that the URL names; shortcuts on Home use this. The parameters are removed from the URL, so that a
 * reload does not open it again.
 */
function useRequestedAct({ path, search, go }: RemoteNav, data: DomainsReply | undefined): void {
  const dialogs = useDomainDialogs();
  const handled = useRef('');
  useEffect(() => {
    const asked = new URLSearchParams(search);
    const isAsked = asked.has(ACT) || asked.has(DOMAIN);
    if (!isAsked) handled.current = '';
    // The URL changes only some time after `go`.
    if (data === undefined || !isAsked || handled.current === search) return;
    handled.current = search;
    const rest = new URLSearchParams(search);
    for (const key of [ACT, DOMAIN]) rest.delete(key);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
    openFrom(asked, data.domains, dialogs);
  }, [data, path, search, go, dialogs]);
}
