import { queryLog } from '@sitedeck/contract';
import { api, queryOf } from '@sitedeck/sdk/query';

export const logApi = api.injectEndpoints({
  endpoints: (build) => ({
    log: build.query(queryOf(queryLog)),
  }),
});

export const { useLogQuery } = logApi;
