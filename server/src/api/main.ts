import { startApi } from './api-process';
import { makeFileFeature } from '#features/files/api/file-feature';
import { onStop, receiveStart } from '#links/process-start';

let stop = (): Promise<void> => Promise.resolve();
const end = onStop(() => stop());

const api = await startApi(await receiveStart(end), makeFileFeature);
stop = () => api.stop();
