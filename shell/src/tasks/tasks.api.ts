import { deleteTask, getCloneInfo, getTask, queryTaskPage } from '@sitedeck/contract';
import { api, mutationOf, queryOf } from '@sitedeck/sdk/query';

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    queryTaskPage: build.query({ ...queryOf(queryTaskPage), providesTags: ['task'] }),
    getTask: build.query({ ...queryOf(getTask), providesTags: ['task'] }),
    getCloneInfo: build.query(queryOf(getCloneInfo)),
    deleteTask: build.mutation({ ...mutationOf(deleteTask), invalidatesTags: ['task'] }),
  }),
});

export const { useQueryTaskPageQuery, useGetTaskQuery, useGetCloneInfoQuery, useDeleteTaskMutation } =
  tasksApi;
