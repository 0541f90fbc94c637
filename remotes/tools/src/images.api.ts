import {
  createSiteImage,
  inspectSiteImage,
  listSiteImages,
  noteSiteImage,
  queryTaskPage,
  removeSiteImage,
  stopTask,
  undoDeploy,
  uploadSiteImage,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { api, announcedEndpoint, quietEndpoint } from '@sitedeck/sdk/query';

const IMAGES = 'siteImages';
const changesImages = { invalidatesTags: [IMAGES] as const };

/** Calls of dialogs are quiet (`quietEndpoint`): the dialog shows the refusal. The shell announces others. */
export const imagesApi = api.enhanceEndpoints({ addTagTypes: [IMAGES] }).injectEndpoints({
  endpoints: (build) => ({
    listSiteImages: build.query({ ...quietEndpoint(listSiteImages), providesTags: [IMAGES] }),
    listDeployments: build.query({ ...quietEndpoint(queryTaskPage), providesTags: [IMAGES] }),
    inspectSiteImage: build.query({ ...quietEndpoint(inspectSiteImage), keepUnusedDataFor: 0 }),
    createSiteImage: build.mutation(quietEndpoint(createSiteImage)),
    uploadSiteImage: build.mutation(quietEndpoint(uploadSiteImage)),
    noteSiteImage: build.mutation({ ...quietEndpoint(noteSiteImage), ...changesImages }),
    removeSiteImage: build.mutation({ ...announcedEndpoint(removeSiteImage), ...changesImages }),
    undoDeploy: build.mutation(announcedEndpoint(undoDeploy)),
    stopImageTask: build.mutation(announcedEndpoint(stopTask)),
  }),
});

/** Reads images and deployments again: their tasks change them. */
export function refetchImages(): void {
  kernel().store.dispatch(imagesApi.util.invalidateTags([IMAGES]));
}
