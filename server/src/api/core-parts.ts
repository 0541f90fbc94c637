import { join } from 'node:path';
import type { Logger } from 'pino';
import { CHALLENGE_WAYS, COPYRIGHT_YEARS, type HostCode } from '@sitedeck/contract';
import { readConsole } from '#features/registry/api/live-consoles';
import type { StartedProcess } from '#links/process-start';
import type { NodeWork } from '#sites/api/node-work';
import type { Db } from '#state/db';
import { limitsOfHosts } from '#system/cage/shares/installation';
import { chatModel } from '#system/egress/chat-model';
import { cataloguePlace } from '#system/settings/paths';
import { makeNetworkOf } from '#system/egress/network-of';
import type { Channels } from '#system/messages/channels';
import { mailChannel } from '#system/messages/mail';
import { makeDns } from '#system/dns/resolver';
import { icpLookup } from '#system/icp/icp-lookup';
import { smsChannel } from '#system/messages/sms-webhook';
import { serverAddresses } from '#system/settings/addresses';
import { supportLinksOf } from '#system/settings/help-links';
import { acmeIdentities, acmeName } from '#system/settings/acme-authority';
import { consoleOrigins, reservedNames, servesTls } from '#system/settings/console-addresses';
import { ftpNeedsTls, hostReach, previewUrl, publicTlsPort } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import { DEFAULT_DOCUMENTS } from '#system/site/site';

const DEFAULT_COPYRIGHT = `© ${COPYRIGHT_YEARS} SiteDeck`;

/** Configuration that browsers load at run time. */
function publicConfig(settings: Settings) {
  return {
    apiBase: '/api',
    fileServiceBase: '/fs',
    links: supportLinksOf(settings),
    copyright: settings.PUBLIC_CONFIG_COPYRIGHT ?? DEFAULT_COPYRIGHT,
    ...(settings.PUBLIC_CONFIG_CHATBOT_URL && { chatbotUrl: settings.PUBLIC_CONFIG_CHATBOT_URL }),
  };
}

/** The language model that suggests rewrite rules; undefined if the operator has configured none. */
const modelOf = ({ SUGGEST_URL: url, SUGGEST_MODEL: model, SUGGEST_KEY: key }: Settings) =>
  url !== undefined && model !== undefined ? chatModel({ url, model, key }) : undefined;

/** The channels for one-time codes that the provider has configured. */
function channelsOf(settings: Settings, log: Logger): Channels {
  const { SMTP_URL, SMTP_FROM, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN } = settings;
  return {
    ...(SMTP_URL && SMTP_FROM && { email: mailChannel({ url: SMTP_URL, from: SMTP_FROM, log }) }),
    ...(SMS_WEBHOOK_URL && { sms: smsChannel({ url: SMS_WEBHOOK_URL, token: SMS_WEBHOOK_TOKEN, log }) }),
  };
}

const icpOf = ({ ICP_LOOKUP_URL: url, ICP_LOOKUP_TOKEN: token }: Settings) =>
  url === undefined ? undefined : icpLookup({ url, token, now: Date.now });

/** Ways of proof: a DNS server that takes updates is the operator's to name. */
const acmeOffer = (settings: Settings) => ({
  authority: acmeName(settings) ?? null,
  ways: CHALLENGE_WAYS.filter((way) => way !== 'dns' || settings.DNS_UPDATE_SERVER !== undefined),
});

/** Derives the parts of the API's core from the settings. */
export async function coreParts(started: StartedProcess, open: { db: Db; log: Logger; work: NodeWork }) {
  const { settings, bundle, places } = started;
  return {
    ...open,
    url: started.databaseUrl,
    now: Date.now,
    origins: consoleOrigins(settings),
    embedOrigins: settings.EMBED_ORIGINS,
    model: modelOf(settings),
    networkOf: makeNetworkOf(settings.PUBLIC_IPS),
    servesTls: servesTls(settings) || (settings.PUBLIC_ORIGIN?.startsWith('https:') ?? false),
    node: settings.NODE_NAME,
    isolation: started.isolation,
    cages: started.cages,
    shares: started.shares,
    hostLimits: limitsOfHosts(settings),
    reserved: { own: reservedNames(settings), preview: settings.PREVIEW_DOMAIN },
    imageFolder: places.images,
    catalogue: {
      place: cataloguePlace(settings, places),
      isNamed: settings.APP_CATALOGUE !== undefined,
    },
    defaultDocuments: DEFAULT_DOCUMENTS,
    testUrl: (hostCode: HostCode) => previewUrl(settings, hostCode),
    tlsPort: publicTlsPort(settings),
    mail: {
      folders: places.mail,
      hasRelay: settings.MAIL_RELAY !== undefined,
      perHour: settings.HOST_MAILS_PER_HOUR,
    },
    cacheBytes: settings.CDN_CACHE_MIB * 1024 * 1024,
    dns: makeDns(settings.DNS_RESOLVER),
    dnsTarget: { addresses: serverAddresses(settings), authorities: acmeIdentities(settings) },
    icp: icpOf(settings),
    acme: acmeOffer(settings),
    reach: { ...hostReach(settings), addresses: serverAddresses(settings) },
    ftp: {
      served: started.ftp.is === 'on',
      canBeReadOnly: started.ftp.is === 'on' && started.ftp.canBeReadOnly,
      tls: ftpNeedsTls(settings) ? ('required' as const) : ('offered' as const),
    },
    config: publicConfig(settings),
    firstKey: started.providerKey,
    channels: channelsOf(settings, open.log),
    registry: {
      folder: places.registry,
      bundle,
      console: await readConsole(join(bundle, 'shell')),
      overrideOrigins: settings.OVERRIDE_ORIGINS,
    },
  };
}
