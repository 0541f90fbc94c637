import type { HostFacts } from '#sites/host-scope';
import { fileVerb, type FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';

/** Which of these paths below `/wwwroot` are there as files, in the order asked; a link counts, wherever it leads. */
export const filesThere =
  (service: FileService) =>
  async (host: HostFacts, paths: readonly string[]): Promise<readonly boolean[]> => {
    if (paths.length === 0) return [];
    const signal = AbortSignal.timeout(10_000);
    const body = { path: '/wwwroot', names: [...paths] };
    const { taken } = await fileVerb(service, fileTarget(host), { verb: 'checkUpload', body, signal });
    const files = new Set(taken.filter(({ type }) => type !== 'folder').map(({ name }) => name));
    return paths.map((path) => files.has(path));
  };
