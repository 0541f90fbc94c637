import { listFolder } from '@sitedeck/contract';
import { api, quietEndpoint } from '@sitedeck/sdk/query';

/** Nothing is cached after the picker closes. */
export const pickerApi = api.injectEndpoints({
  endpoints: (build) => ({
    pickerFolder: build.query({ ...quietEndpoint(listFolder), keepUnusedDataFor: 0 }),
  }),
});
