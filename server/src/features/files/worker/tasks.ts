import type { FileService } from '#files/link/protocol';
import type { ImplementedTask } from '#queue/worker/run-task';
import { implementCompress } from './compress-task';
import { implementExtract } from './extract-task';
import type { Networks } from '#system/egress/networks';
import { implementRemoteDownload } from './remote-download-task';

/** The file tasks that the worker runs. */
export const filesTasks = (service: FileService, networks: Networks): readonly ImplementedTask[] => [
  implementCompress(service),
  implementExtract(service),
  implementRemoteDownload(service, networks),
];
