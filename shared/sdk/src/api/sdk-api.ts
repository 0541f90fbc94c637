import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { Fault } from '@sitedeck/contract';

/** The one RTK Query API of a page; each feature injects its endpoints. */
export function makeSdkApi() {
  return createApi({
    reducerPath: 'api',
    baseQuery: fakeBaseQuery<Fault>(),
    tagTypes: ['host', 'task', 'folder', 'log'],
    endpoints: () => ({}),
  });
}

export type SdkApi = ReturnType<typeof makeSdkApi>;
