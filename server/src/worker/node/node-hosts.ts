import { rm } from 'node:fs/promises';
import type { HostCode } from '@sitedeck/contract';
import type { ApplyReport } from '#links/worker-protocol';
import { SiteEngines } from './site-engines';
import type { UidRange } from '#system/process/identity';
import {
  hasSiteCertificate,
  removeSiteCertificates,
  sweepSiteCertificates,
} from '#system/certificate/site-certificate-files';
import { EdgeCache } from '#system/edge/edge-cache';
import { pathExists } from '#system/disk/exists';
import { publishMail } from '#system/mail/publish-mail';
import { ensureLogs, areLogsIntact, provisionTree, removeTree, type HostTree } from '#system/site/layout';
import type { NodeSetup } from '#system/site/node-plan';
import { intactTrees } from '#system/site/intact-trees';
import { makeMutex } from '#system/concurrency/mutex';
import { hostRoot } from '#system/settings/paths';
import { refuse } from '#faults/refusal';
import { handoverFolder } from '#system/streams/handover-folder';
import { singleFlight } from '#system/concurrency/single-flight';
import type { NodeSite } from '#system/site/site';
import { SitePrograms, type ProgramsLeft } from './site-programs';
import { EngineQueries } from './engine-queries';

export interface NodeHostsOptions extends NodeSetup {
  /** Hosts of this node, oldest first. */
  readonly readNodeSites: () => Promise<readonly NodeSite[]>;
  /** Ends the FTP sessions of a host. */
  readonly endFtp: (hostCode: HostCode) => Promise<void>;
  /** Ends the scheduled jobs of all hosts but these, and resolves when none of their programs is left. */
  readonly keepJobsOf: (served: ReadonlySet<HostCode>) => Promise<void>;
  /** Has all processes that start programs of hosts read the current limits. */
  readonly storeLimits: () => Promise<void>;
  /** Uids that hosts have. */
  readonly hostUids: UidRange;
  /** Programs of hosts that could not be ended in time; the next sweep tries again. */
  readonly onLeft: (left: ProgramsLeft) => void;
  /** A later pass of a purge failed. */
  readonly onPurgeFailed: (err: unknown, hostCode: HostCode) => void;
}

const isServed = ({ status }: NodeSite): boolean => status === 'NORMAL';
const uidsOf = (sites: readonly NodeSite[]) => new Set(sites.map(({ uid }) => uid));

/** Leaves out certificates whose files are lost, so that the next one that covers a name serves it. */
async function withStoredCertificates(site: NodeSite, folder: string): Promise<NodeSite> {
  if (site.certificates.length === 0) return site;
  const stored = await Promise.all(
    site.certificates.map(({ fingerprint }) => hasSiteCertificate(folder, site.hostCode, fingerprint)),
  );
  return { ...site, certificates: site.certificates.filter((_, index) => stored[index]) };
}

/** Makes the trees and engines of a node match the database. Runs as root, in the worker. */
export class NodeHosts {
  private readonly gone = new Set<HostCode>();
  /** Hosts whose trees the next run creates or repairs. */
  private readonly toMend = new Set<HostCode>();
  /** Runs changes of trees and engines one after another. */
  readonly inTurn = makeMutex();
  readonly applySites = singleFlight(() => this.inTurn(() => this.apply()));
  private readonly engines: SiteEngines;
  private readonly programs: SitePrograms;
  readonly queries: EngineQueries;
  readonly edge: EdgeCache;

  constructor(private readonly options: NodeHostsOptions) {
    const { places, onPurgeFailed: onFailed } = options;
    this.edge = new EdgeCache({ folder: places.edge, onFailed });
    this.engines = new SiteEngines(options, this.edge);
    this.programs = new SitePrograms(options);
    this.queries = new EngineQueries(options, () => this.sites());
  }

  private tree(site: NodeSite): HostTree {
    const { places, isolation } = this.options;
    return { root: hostRoot(places, site.hostCode), uid: site.uid, isolation };
  }

  private async sites(): Promise<readonly NodeSite[]> {
    const sites = (await this.options.readNodeSites()).filter((site) => !this.gone.has(site.hostCode));
    return Promise.all(sites.map((site) => withStoredCertificates(site, this.options.places.certificates)));
  }

  /** Repairs every tree that needs it and applies the database's state to the engines, when the node starts. */
  async begin(): Promise<ApplyReport> {
    const sites = await this.sites();
    const inOrder = await intactTrees(sites.map((site) => this.tree(site)));
    for (const site of sites) if (!inOrder.has(this.tree(site).root)) this.toMend.add(site.hostCode);
    for (const { hostCode, certificates } of await this.options.readNodeSites())
      await sweepSiteCertificates(
        this.options.places.certificates,
        hostCode,
        certificates.map(({ fingerprint }) => fingerprint),
      );
    await this.programs.endOrphans();
    await this.engines.dropLeftovers();
    const applied = await this.applySites();
    await this.options.shares?.applyAll();
    await this.edge.resume();
    return applied;
  }

  async provisionHost(hostCode: HostCode): Promise<ApplyReport> {
    this.gone.delete(hostCode);
    const known = (await this.sites()).some((site) => site.hostCode === hostCode);
    if (!known) return refuse('host-gone');
    this.toMend.add(hostCode);
    return this.applySites();
  }

  async removeHost(hostCode: HostCode): Promise<void> {
    const root = hostRoot(this.options.places, hostCode);
    const known = (await this.sites()).find((site) => site.hostCode === hostCode);
    const uid = known?.uid ?? (await this.programs.ownerOf(root));
    this.gone.add(hostCode);
    await this.applySites();
    await this.options.endFtp(hostCode);
    const endPrograms = async () => uid !== undefined && this.programs.endAll(uid);
    await endPrograms();
    await this.inTurn(() => removeTree(root)).catch(async () => {
      // A program that was missed, or a client that was signing in, may have written into the tree meanwhile.
      await this.options.endFtp(hostCode);
      await endPrograms();
      await this.inTurn(() => removeTree(root));
    });
    await endPrograms();
    await this.options.shares?.remove(hostCode);
    await rm(handoverFolder(this.options.places.handover, hostCode), { recursive: true, force: true });
    await removeSiteCertificates(this.options.places.certificates, hostCode);
  }

  async restartSite(hostCode: HostCode): Promise<ApplyReport> {
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return refuse('host-gone');
    if (site.status === 'CLOSED') return refuse('site-closed');
    if (site.status === 'BLOCKING') return refuse('host-blocked');
    const applied = await this.applySites();
    if (applied.refused.some((refused) => refused.hostCode === hostCode)) return applied;
    await this.endProgramsOf(hostCode);
    return applied;
  }

  /** Ends the programs of a host; visitors start them again. */
  async endProgramsOf(hostCode: HostCode): Promise<void> {
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return;
    await this.engines.endProcesses(site);
    await this.programs.endOrphansOf(site.uid);
  }

  /** Uids of hosts that have running programs. */
  busyUids(): Promise<ReadonlySet<number>> {
    return this.programs.busy();
  }

  /**
   * Ends programs of hosts that are no longer served: those that an earlier attempt missed or that a tenant
   * hid.
   */
  async sweepPrograms(): Promise<void> {
    const busy = await this.programs.busy();
    if (busy.size === 0) return;
    // Read after the programs, so that a host whose serving starts meanwhile is included.
    const sites = await this.sites();
    const served = uidsOf(sites.filter(isServed));
    for (const site of sites)
      if (busy.has(site.uid) && !isServed(site)) await this.engines.endProcesses(site);
    await this.programs.endOrphans([...busy].filter((uid) => !served.has(uid)));
  }

  /** Applies the limits of a host to its running programs. */
  async limitHost(hostCode: HostCode): Promise<void> {
    await this.options.storeLimits();
    await this.options.shares?.apply(hostCode);
    await this.engines.followShare(hostCode);
  }

  /** Ends the site servers that this process started. */
  close(): Promise<void> {
    this.edge.stop();
    return this.inTurn(() => this.engines.close());
  }

  private async apply(): Promise<ApplyReport> {
    const sites = await this.sites();
    for (const site of sites) await this.mend(site);
    // First, since jobs have to end whatever the engines say.
    await this.options.keepJobsOf(new Set(sites.filter(isServed).map(({ hostCode }) => hostCode)));
    const failed = await this.publish(sites);
    const applied = await this.engines.apply(sites);
    // Those of hosts that are gone, whose programs had not all ended when they were removed.
    await this.options.shares?.keepOnly(sites.map(({ hostCode }) => hostCode));
    await this.programs.endOrphans([...uidsOf(sites.filter((site) => !isServed(site)))]);
    if (failed) throw failed.error;
    return applied;
  }

  /** Writes limits and senders for other processes. A full disk must not keep a suspended site running. */
  private async publish(sites: readonly NodeSite[]): Promise<{ readonly error: unknown } | undefined> {
    try {
      await this.options.storeLimits();
      await publishMail(this.options, sites);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  /** Repairs a host's tree. Its logs are checked every time, since the engines open them as root at each reload. */
  private async mend(site: NodeSite): Promise<void> {
    const tree = this.tree(site);
    const isNew = this.toMend.delete(site.hostCode);
    if (!isNew && areLogsIntact(tree)) return;
    if (!isNew && (await pathExists(tree.root))) return ensureLogs(tree);
    await provisionTree(tree);
  }
}
