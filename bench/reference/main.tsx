import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link } from 'react-router'
import { RouterProvider } from 'react-router/dom'

/** The least that an application on the same libraries can weigh: two routes and nothing on them. */
const router = createBrowserRouter([
  { path: '/', element: <Link to="/other">other</Link> },
  { path: '/other', element: <Link to="/">home</Link> },
])

const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
