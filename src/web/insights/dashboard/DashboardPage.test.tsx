import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setTarget } from '#contract/insights/dashboard.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { DashboardPage } from './DashboardPage.tsx';
