import { queryLog } from '@sitedeck/contract';
import { api, quietEndpoint } from '@sitedeck/sdk/query';

export const logApi = api.injectEndpoints({
  endpoints: (build) => ({
    log: build.query(quietEndpoint(queryLog)),
  }),
});

export const { useLogQuery } = logApi;
