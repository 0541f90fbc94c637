import { startApi } from './api-process';
import { onStop, receiveStart } from '#links/process-start';

let stop = (): Promise<void> => Promise.resolve();
const end = onStop(() => stop());

const api = await startApi(await receiveStart(end));
stop = () => api.stop();
