import { configure } from '@testing-library/react'

// A busy machine may take its time for what is waited for.
configure({ asyncUtilTimeout: 30_000 })
