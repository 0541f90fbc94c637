import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HostInfo, LoginSource } from '@sitedeck/contract';

export interface HostState {
  readonly host: HostInfo | null;
  readonly loginSource: LoginSource;
}

const signedOut: HostState = { host: null, loginSource: 'FTP' };

const slice = createSlice({
  name: 'host',
  initialState: signedOut,
  reducers: {
    hostLoaded: (_state, action: PayloadAction<{ host: HostInfo; loginSource: LoginSource }>) =>
      action.payload,
  },
});

export const { hostLoaded } = slice.actions;
export const hostReducer = slice.reducer;
