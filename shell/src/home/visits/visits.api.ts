import { queryVisits } from '@sitedeck/contract';
import { api, quietEndpoint } from '@sitedeck/sdk/query';

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    queryVisits: build.query({ ...quietEndpoint(queryVisits), providesTags: ['host'] }),
  }),
});

export const { useQueryVisitsQuery } = visitsApi;
