import { deleteTask, getCloneInfo, getTask, queryTaskPage } from '@sitedeck/contract';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    queryTaskPage: build.query({ ...quietEndpoint(queryTaskPage), providesTags: ['task'] }),
    getTask: build.query({ ...quietEndpoint(getTask), providesTags: ['task'] }),
    getCloneInfo: build.query(quietEndpoint(getCloneInfo)),
    deleteTask: build.mutation({ ...announcedEndpoint(deleteTask), invalidatesTags: ['task'] }),
  }),
});

export const { useQueryTaskPageQuery, useGetTaskQuery, useGetCloneInfoQuery, useDeleteTaskMutation } =
  tasksApi;
