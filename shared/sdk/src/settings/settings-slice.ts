import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Locale } from '@sitedeck/contract';
import { DEFAULT_PREFERENCES, type ThemeChoice } from './preferences';

const slice = createSlice({
  name: 'settings',
  initialState: DEFAULT_PREFERENCES,
  reducers: {
    localeChosen: (state, action: PayloadAction<Locale>) => ({ ...state, locale: action.payload }),
    themeChosen: (state, action: PayloadAction<ThemeChoice>) => ({ ...state, theme: action.payload }),
  },
});

export const { localeChosen, themeChosen } = slice.actions;
export const settingsReducer = slice.reducer;
