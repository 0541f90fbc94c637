import type { FileService } from '#files/link/protocol';
import type { ImplementedTask } from '#queue/task-kind';
import { compressFiles } from './compress-task';
import { extractArchive } from './extract-task';
import { downloadRemoteFile, type Networks } from './remote-download-task';

/** The file tasks that the worker runs. */
export const fileTasks = (service: FileService, networks: Networks): readonly ImplementedTask[] => [
  compressFiles(service),
  extractArchive(service),
  downloadRemoteFile(service, networks),
];
