import { domainToUnicode } from 'node:url';
import type { HostCode, HostInfo } from '@sitedeck/contract';
import type { StartedProcess } from '#links/process-start';
import type { HostFacts, HostScope } from '../host-scope';

/** Domains as people write them; they are stored in punycode. */
export const readableDomains = (host: Pick<HostFacts, 'domains'>): string[] =>
  host.domains.map(domainToUnicode);

/** What a host's info says about its node. */
export interface NodeTraits {
  /** Address of a site without a domain of its own. */
  readonly testUrl: (hostCode: HostCode) => string;
  readonly cages: StartedProcess['cages'];
}

export function hostInfo(scope: HostScope, host: HostFacts, { testUrl, cages }: NodeTraits): HostInfo {
  return {
    hostService: {
      hostName: host.host_name,
      hostCode: host.code,
      serviceStatus: { value: host.service_status },
    },
    specInfo: {
      language: host.language,
      productType: host.product_type,
      plugin: host.plugin,
      osType: host.os_type,
    },
    instanceType: host.instance_type,
    operatorType: scope.role,
    remark: host.remark,
    domains: readableDomains(host),
    operator: scope.operator,
    testUrl: testUrl(host.code),
    caged: cages === 'on',
  };
}
