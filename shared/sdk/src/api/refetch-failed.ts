import type { Dispatch, UnknownAction } from '@reduxjs/toolkit';
import { kernel } from '../kernel/cell';
import { api } from './api';

interface CachedQuery {
  readonly status: string;
  readonly endpointName: string;
  readonly originalArgs: unknown;
}

/** Remotes inject the endpoints, so only their names are known here. */
type Endpoints = Readonly<
  Record<string, { readonly initiate: (args: unknown, options: object) => UnknownAction } | undefined>
>;

/** Refetches failed queries, for views that show a fault whose cause is gone. */
export function refetchFailed(): void {
  const { store } = kernel();
  const state = store.getState() as { readonly api?: { readonly queries?: Record<string, CachedQuery> } };
  const endpoints = api.endpoints as Endpoints;
  for (const { status, endpointName, originalArgs } of Object.values(state.api?.queries ?? {})) {
    if (status !== 'rejected') continue;
    const refetch = endpoints[endpointName]?.initiate(originalArgs, { forceRefetch: true, subscribe: false });
    if (refetch) (store.dispatch as Dispatch)(refetch);
  }
}
