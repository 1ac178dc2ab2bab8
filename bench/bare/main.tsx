import './styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { CompaniesPage } from './companies-page'
import { CompanyPage } from './company-page'

/* The bare stack: what people usually write with React, a router, a query cache and a headless table, and nothing else. */

const client = new QueryClient()
const router = createBrowserRouter([
  { path: '/companies', element: <CompaniesPage /> },
  { path: '/companies/:id', element: <CompanyPage /> },
  { path: '/companies/:id/edit', lazy: async () => ({ Component: (await import('./company-form')).CompanyForm }) },
])

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
