import { queryVisits } from '@sitedeck/contract';
import { api, queryOf } from '@sitedeck/sdk/query';

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    queryVisits: build.query({ ...queryOf(queryVisits), providesTags: ['host'] }),
  }),
});

export const { useQueryVisitsQuery } = visitsApi;
