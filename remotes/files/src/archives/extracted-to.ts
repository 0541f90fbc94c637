import type { CallReply, inspectArchive } from '@sitedeck/contract';
import { joinPath } from '../paths';
import type { IfTaken } from './DryRun';

type ArchiveFindings = Pick<
  CallReply<typeof inspectArchive>,
  'sample' | 'takenSample' | 'files' | 'folders' | 'complete'
>;

/**
 * Paths to show after extracting into `folder`: the folder itself and what the archive puts into it. The dry run lists
 * only the first entries; if there are more, the only certain path is a single folder that holds all of them.
 */
export function extractedTo(folder: string, found: ArchiveFindings | undefined, ifExists: IfTaken): string[] {
  if (!found) return [folder];
  const { sample, takenSample, files, folders, complete } = found;
  const top = [...new Set(sample.map((path) => path.split('/')[0] ?? ''))];
  const isSure = top.length === 1 || (complete && sample.length === files + folders);
  const taken = new Set(ifExists === 'overwrite' ? [] : takenSample);
  const names = isSure ? top.filter((name) => name !== '' && !taken.has(name)) : [];
  return [folder, ...names.map((name) => joinPath(folder, name))];
}
