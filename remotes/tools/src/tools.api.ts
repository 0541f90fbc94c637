import { checkMove, queryTaskPage, retryMove, startMove, stopTask } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const MOVES = 'siteMoves';

/** Calls of dialogs and forms are quiet (`quietEndpoint`): the form shows the refusal. The shell announces others. */
export const toolsApi = api.enhanceEndpoints({ addTagTypes: [MOVES] }).injectEndpoints({
  endpoints: (build) => ({
    listMoves: build.query({ ...quietEndpoint(queryTaskPage), providesTags: [MOVES] }),
    checkMove: build.mutation(quietEndpoint(checkMove)),
    startMove: build.mutation(quietEndpoint(startMove)),
    retryMove: build.mutation(quietEndpoint(retryMove)),
    stopMove: build.mutation(announcedEndpoint(stopTask)),
  }),
});

/** Reads the list of moves again: their tasks change it. */
export function refetchMoves(): void {
  kernel().store.dispatch(toolsApi.util.invalidateTags([MOVES]));
}
