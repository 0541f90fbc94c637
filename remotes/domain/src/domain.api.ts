import {
  applyCertificate,
  bindDomains,
  checkTransferInDomains,
  downloadCertificate,
  exportDomains,
  importDomains,
  listCertificates,
  listDomains,
  preflightCertificate,
  queryBindDomainStatus,
  queryIcpList,
  remarkDomain,
  removeCertificate,
  revokeCertificate,
  saveCertificateSettings,
  setDomainHttps,
  setPrimaryDomain,
  stopTask,
  transferDomain,
  unbindDomains,
  uploadCertificate,
  type CallReply,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { announcedEndpoint, api, quietEndpoint } from '@sitedeck/sdk/query';

const DOMAINS = 'domains';
const CERTIFICATES = 'certificates';

/** Both lists depend on each other: domains show their certificates, and certificates the domains that use them. */
const changes = { invalidatesTags: [DOMAINS, CERTIFICATES] as const };

/**
 * Domains and certificates. Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The shell
 * announces refusals of the others (`announcedEndpoint`).
 */
export const domainApi = api.enhanceEndpoints({ addTagTypes: [DOMAINS, CERTIFICATES] }).injectEndpoints({
  endpoints: (build) => ({
    listDomains: build.query({ ...quietEndpoint(listDomains), providesTags: [DOMAINS] }),
    listCertificates: build.query({ ...quietEndpoint(listCertificates), providesTags: [CERTIFICATES] }),
    queryIcpList: build.query(quietEndpoint(queryIcpList)),
    preflightCertificate: build.query({ ...quietEndpoint(preflightCertificate), keepUnusedDataFor: 0 }),
    /** With `dryRun` only. */
    checkDomains: build.mutation(quietEndpoint(bindDomains)),
    bindDomains: build.mutation({ ...quietEndpoint(bindDomains), ...changes }),
    importDomains: build.mutation({ ...quietEndpoint(importDomains), ...changes }),
    exportDomains: build.mutation(announcedEndpoint(exportDomains)),
    unbindDomains: build.mutation({ ...announcedEndpoint(unbindDomains), ...changes }),
    setPrimaryDomain: build.mutation({ ...announcedEndpoint(setPrimaryDomain), ...changes }),
    remarkDomain: build.mutation({ ...quietEndpoint(remarkDomain), ...changes }),
    setDomainHttps: build.mutation({ ...announcedEndpoint(setDomainHttps), ...changes }),
    queryBindDomainStatus: build.mutation({ ...announcedEndpoint(queryBindDomainStatus), ...changes }),
    /** `queryBindDomainStatus` in the background, without messages about refusals. */
    refreshDns: build.mutation({ ...quietEndpoint(queryBindDomainStatus), ...changes }),
    checkTransferInDomains: build.mutation(quietEndpoint(checkTransferInDomains)),
    transferDomain: build.mutation({ ...quietEndpoint(transferDomain), ...changes }),
    applyCertificate: build.mutation({ ...quietEndpoint(applyCertificate), ...changes }),
    stopCertificateTask: build.mutation(announcedEndpoint(stopTask)),
    /** With `dryRun` only. */
    checkCertificate: build.mutation(quietEndpoint(uploadCertificate)),
    uploadCertificate: build.mutation({ ...quietEndpoint(uploadCertificate), ...changes }),
    downloadCertificate: build.mutation(announcedEndpoint(downloadCertificate)),
    revokeCertificate: build.mutation({ ...announcedEndpoint(revokeCertificate), ...changes }),
    removeCertificate: build.mutation({ ...announcedEndpoint(removeCertificate), ...changes }),
    saveCertificateSettings: build.mutation({ ...announcedEndpoint(saveCertificateSettings), ...changes }),
  }),
});

export type DomainsReply = CallReply<typeof listDomains>;
export type CertificatesReply = CallReply<typeof listCertificates>;

/** Reads domains and certificates again. Tasks and renewals change them. */
export function refetchDomains(): void {
  kernel().store.dispatch(domainApi.util.invalidateTags([DOMAINS, CERTIFICATES]));
}

/** Fetches again whenever the page opens. */
export const FRESH = { refetchOnMountOrArgChange: true } as const;
